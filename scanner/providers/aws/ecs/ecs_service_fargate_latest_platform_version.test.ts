import { given, verify } from '../../../kit/verify.ts'
import check from './ecs_service_fargate_latest_platform_version.ts'
import { ecsService } from './worlds.ts'

verify(check, {
  pass: [
    ecsService(),
    ecsService({ platform: { version: '1.4.0', windows: false } }),
    ecsService({ platform: { version: '1.0.0', windows: true } }),
  ],
  fail: [
    ecsService({ platform: { version: '1.3.0', windows: false } }),
    given(ecsService({ platform: { version: '1.4.0', windows: false } }), {
      config: { fargate_linux_latest_version: '1.5.0' },
    }),
  ],
  none: [
    ecsService({ platform: null }),
    ecsService({ status: 'DRAINING', platform: { version: '1.3.0', windows: false } }),
  ],
})
