import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './ec2_launch_template_imdsv2_required.ts'
import { launchTemplate, settings } from './worlds.ts'

const strict = { number: 1, tokens: 'required', endpoint: 'enabled', public_address: false }
const silent = launchTemplate({ version: { ...strict, number: 2, tokens: null } })

verify(check, {
  pass: [
    launchTemplate(),
    launchTemplate({ version: { ...strict, tokens: 'optional', endpoint: 'disabled' } }),
    given(silent, { joined: { settings: [settings()] } }),
    // The version sets it: the region's default need not be known.
    given(launchTemplate(), { joined: { settings: unread('UnauthorizedOperation') } }),
  ],
  fail: [
    launchTemplate({ version: { ...strict, number: 2, tokens: 'optional' } }),
    given(silent, { joined: { settings: [settings({ metadata_tokens: 'optional' })] } }),
    given(silent, { joined: { settings: [settings({ metadata_tokens: null })] } }),
  ],
  unread: [
    launchTemplate({ version: unread('UnauthorizedOperation') }),
    given(silent, { joined: { settings: unread('UnauthorizedOperation') } }),
    given(silent, { joined: { settings: [settings({ metadata_tokens: unread('Throttling') })] } }),
  ],
})
