export { keyUse } from './api-keys.ts'
export { accountLoaders, accountRoutes } from './routes.ts'
