import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './ec2_ebs_volume_snapshots_exists.ts'
import { snapshot, volume } from './worlds.ts'

verify(check, {
  pass: [given(volume(), { joined: { snapshots: [snapshot()] } })],
  fail: [volume(), given(volume(), { joined: { snapshots: [snapshot({ volume_id: 'vol-2' })] } })],
  unread: [given(volume(), { joined: { snapshots: unread('UnauthorizedOperation') } })],
})
