import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './autoscaling_group_launch_configuration_requires_imdsv2.ts'
import { aged, group, launchConfiguration } from './worlds.ts'

const by = (imdsv2: boolean) =>
  given(aged, { joined: { launchConfigurations: [launchConfiguration({ imdsv2 })] } })

verify(check, {
  pass: [by(true)],
  fail: [by(false)],
  none: [group()],
  unread: [aged, given(aged, { joined: { launchConfigurations: unread('AccessDenied') } })],
})
