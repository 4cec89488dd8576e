import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './repository_immutable_releases_enabled.ts'
import { repository } from './worlds.ts'

verify(check, {
  pass: [repository(), repository({ immutable_releases: 'owner' })],
  fail: [repository({ immutable_releases: null })],
  none: [repository({ archived: true, immutable_releases: null })],
  unread: [repository({ immutable_releases: unread('not_found') })],
})
