import { declareFeature } from '../feature.ts'
import { taskLoaders, taskRoutes } from './routes.ts'

export const feature = declareFeature({
  name: 'tasks',
  endpoints: (_services, kinds) => taskRoutes(kinds),
  loaders: () => taskLoaders,
})
