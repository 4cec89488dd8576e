import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { collect } from './collect.ts'
import cmkNotDeletedUnintentionally from './kms_cmk_not_deleted_unintentionally.ts'
import cmkRotationEnabled from './kms_cmk_rotation_enabled.ts'
import keyNotPubliclyAccessible from './kms_key_not_publicly_accessible.ts'
import type { Kms } from './resources.ts'

export default service<Kms, Aws>({
  name: 'kms',
  scope: 'regional',
  kinds: {
    keys: {
      list: ['kms:ListKeys'],
      fields: {
        details: ['kms:DescribeKey'],
        rotation: ['kms:DescribeKey', 'kms:GetKeyRotationStatus'],
        policy: ['kms:DescribeKey', 'kms:GetKeyPolicy'],
      },
    },
  },
  collect,
  checks: [cmkNotDeletedUnintentionally, cmkRotationEnabled, keyNotPubliclyAccessible],
})
