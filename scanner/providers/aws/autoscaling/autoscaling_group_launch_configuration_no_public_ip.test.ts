import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './autoscaling_group_launch_configuration_no_public_ip.ts'
import { aged, group, launchConfiguration } from './worlds.ts'

const by = (public_ip: boolean | null) =>
  given(aged, { joined: { launchConfigurations: [launchConfiguration({ public_ip })] } })

verify(check, {
  pass: [by(false)],
  fail: [by(true)],
  manual: [by(null)],
  none: [group()],
  unread: [aged, given(aged, { joined: { launchConfigurations: unread('AccessDenied') } })],
})
