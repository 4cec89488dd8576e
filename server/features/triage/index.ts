export { triageRoutes } from './routes.ts'
export { attestationSweep } from './sweep.ts'
export { setMatchingTriages } from './tasks.ts'
