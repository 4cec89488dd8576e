import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { declareFeature, type SweepServices } from '../feature.ts'
import { headsSweep } from './heads.ts'
import { auditRoutes } from './routes.ts'

interface AuditServices extends SweepServices {
  readonly accountTypes: readonly string[]
  readonly config: Pick<Config, 'dataDir'>
  readonly now: () => number
}

export const feature = declareFeature<AuditServices>({
  name: 'audit',
  endpoints: ({ accountTypes }) => auditRoutes(accountTypes),
  sweeps: ({ atWork, config, log, now }) => [
    headsSweep(atWork, join(config.dataDir, 'audit-heads'), { log, now }),
  ],
})
