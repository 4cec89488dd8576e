// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Workflow } from './resources.ts'

export const workflow = world<Workflow>({
  uid: 'https://api.github.com/repositories/1296269/contents/.github/workflows/test.yml',
  name: 'octo-org/shop/.github/workflows/test.yml',
  region: '',
  path: '.github/workflows/test.yml',
  repository: 'octo-org/shop',
  dangers: [],
  unclear: [],
})
