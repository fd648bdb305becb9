import { isIP } from 'node:net';
import { connect } from 'node:tls';

const waitMs = 5_000;

/** Reads until when the certificate at an https address is valid; null when no response comes in time. */
export const certificateEnd = (address: string): Promise<Date | null> =>
  new Promise((done) => {
    const { protocol, hostname, port } = new URL(address);
    if (protocol !== 'https:') return done(null);
    const socket = connect(
      // Accepts an expired certificate, because its end date must be reported. No data is sent.
      {
        host: hostname,
        port: Number(port || 443),
        rejectUnauthorized: false,
        ...(isIP(hostname) ? {} : { servername: hostname }),
      },
      () => {
        const end = new Date(socket.getPeerCertificate().valid_to);
        socket.destroy();
        done(Number.isNaN(end.getTime()) ? null : end);
      },
    );
    socket.setTimeout(waitMs, () => socket.destroy());
    socket.on('error', () => socket.destroy());
    socket.on('close', () => done(null));
  });
