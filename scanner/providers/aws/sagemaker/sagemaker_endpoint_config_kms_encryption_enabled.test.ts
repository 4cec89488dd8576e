import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './sagemaker_endpoint_config_kms_encryption_enabled.ts'
import { endpointConfig } from './worlds.ts'

verify(check, {
  pass: [endpointConfig()],
  fail: [endpointConfig({ details: { variants: [{ name: 'a', instances: 2 }], kms_key: null } })],
  none: [
    endpointConfig({ details: { variants: [{ name: 'a', instances: null }], kms_key: null } }),
  ],
  unread: [endpointConfig({ details: unread('AccessDeniedException') })],
})
