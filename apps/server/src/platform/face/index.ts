// Face comparison (人脸比对): the port and its HTTP adapter.
export { createFaceHttp } from './http.ts';
export { FaceError, type FaceCompare, type FaceResult } from './port.ts';
