// Sockets without a browser, for tests and benches that stand outside this package.
export { WebSocket, WebSocketServer } from 'ws';
