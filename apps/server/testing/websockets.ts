// WebSockets without a browser, for tests and benchmarks outside this package.
export { WebSocket, WebSocketServer } from 'ws';
