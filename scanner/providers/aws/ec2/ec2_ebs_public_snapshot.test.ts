import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './ec2_ebs_public_snapshot.ts'
import { settings, snapshot } from './worlds.ts'

const open = snapshot({ shared_with: ['all'] })

verify(check, {
  pass: [
    snapshot(),
    snapshot({ shared_with: ['210987654321'] }),
    given(open, { joined: { settings: [settings()] } }),
    // Not public, so the region's setting need not be known.
    given(snapshot(), { joined: { settings: unread('UnauthorizedOperation') } }),
  ],
  fail: [
    given(open, { joined: { settings: [settings({ snapshot_block: 'unblocked' })] } }),
    given(open, { joined: { settings: [settings({ snapshot_block: 'block-new-sharing' })] } }),
  ],
  unread: [
    snapshot({ shared_with: unread('UnauthorizedOperation') }),
    given(open, { joined: { settings: unread('UnauthorizedOperation') } }),
    given(open, { joined: { settings: [settings({ snapshot_block: unread('Throttling') })] } }),
  ],
})

test('a snapshot that was deleted while the scan ran gets no verdict', () => {
  const gone = snapshot({ shared_with: null })
  const around = { now: new Date(), account: '', partition: 'aws', config: {}, joined: {} }
  deepEqual(check.judge(gone, around), { verdicts: [] })
})
