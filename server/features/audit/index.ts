export { headsSweep } from './heads.ts'
export { auditRoutes } from './routes.ts'
