export { overviewsOf, requirementsOf } from './assessing.ts'
export { complianceRoutes } from './routes.ts'
export { resultsByProvider } from './evidence.ts'
