export { mutesOf } from './judging.ts'
export { muteRoutes } from './routes.ts'
export { applyMutelist, ruleSweep } from './tasks.ts'
export { insertRule } from './store.ts'
