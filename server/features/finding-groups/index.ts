export { findingGroupRoutes } from './routes.ts'
