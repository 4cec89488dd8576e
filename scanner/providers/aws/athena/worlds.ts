// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Workgroup, WorkgroupDetails } from './resources.ts'

const sound: WorkgroupDetails = { encryption: 'SSE_KMS', enforced: true, metrics: true }

const sample = world<Workgroup>({
  uid: 'arn:aws:athena:eu-west-1:123456789012:workgroup/reports',
  name: 'reports',
  region: 'eu-west-1',
  enabled: true,
  details: sound,
})

/** A workgroup with changed details. */
export const workgroup = (
  changes: Partial<WorkgroupDetails> = {},
  rest: Partial<Workgroup> = {},
): Workgroup => sample({ details: { ...sound, ...changes }, ...rest })
