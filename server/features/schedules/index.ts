export { scheduleRoutes } from './routes.ts'
export { scheduleSweep } from './tasks.ts'
