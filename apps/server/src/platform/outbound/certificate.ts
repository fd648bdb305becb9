import { isIP } from 'node:net';
import { connect } from 'node:tls';

const waitMs = 5_000;

/** When the certificate with which an https address answers ends; null where none answers in time. */
export const certificateEnd = (address: string): Promise<Date | null> =>
  new Promise((done) => {
    const { protocol, hostname, port } = new URL(address);
    if (protocol !== 'https:') return done(null);
    const socket = connect(
      // One that has ended already is to be told of too, so it is not refused here; nothing is said over the line.
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
