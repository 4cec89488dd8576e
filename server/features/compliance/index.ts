export { overviewsOf, requirementsOf } from './assessing.ts'
export { complianceRoutes } from './routes.ts'
export { talliesByProvider } from './tallies.ts'
