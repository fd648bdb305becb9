// Comparing faces (人脸比对): a port, and the plain call that fills it.
export { createFaceHttp } from './http.ts';
export { FaceError, type FaceCompare, type FaceResult } from './port.ts';
