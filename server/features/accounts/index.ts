export { keyUse } from './api-keys.ts'
export { abandonedTenants, type DeleteTenantRows, deleteTenant } from './tasks.ts'
export { socialProviders } from './social/settings.ts'
export { accountLoaders, accountRoutes, accountTypes } from './routes.ts'
