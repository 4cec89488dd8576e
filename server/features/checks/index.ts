export { catalogOf, type CheckCatalog, checkIds } from './catalog.ts'
export { type CheckOf, checksOfRows, importedByTitle, withImportedChecks } from './imported.ts'
export { checkRoutes } from './routes.ts'
