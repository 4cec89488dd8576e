export { scanConfigurationRoutes } from './routes.ts'
export { configurationOf } from './store.ts'
export { readConfiguration } from './reading.ts'
