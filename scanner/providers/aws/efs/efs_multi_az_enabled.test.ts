import { verify } from '../../../kit/verify.ts'
import check from './efs_multi_az_enabled.ts'
import { fileSystem } from './worlds.ts'

verify(check, {
  pass: [fileSystem(), fileSystem({ mount_targets: 2 })],
  fail: [
    fileSystem({ zone: 'eu-west-1a', mount_targets: 1 }),
    fileSystem({ mount_targets: 1 }),
    fileSystem({ mount_targets: 0 }),
  ],
  none: [
    fileSystem({ state: 'creating', mount_targets: 0 }),
    fileSystem({ state: 'deleting', mount_targets: 0 }),
  ],
})
