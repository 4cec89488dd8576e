export { type Cancel, taskLoaders, taskRoutes } from './routes.ts'
