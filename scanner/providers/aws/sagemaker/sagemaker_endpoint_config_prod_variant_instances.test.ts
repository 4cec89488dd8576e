import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './sagemaker_endpoint_config_prod_variant_instances.ts'
import { endpointConfig } from './worlds.ts'

verify(check, {
  pass: [
    endpointConfig(),
    endpointConfig({
      details: {
        variants: [
          { name: 'a', instances: 3 },
          { name: 'b', instances: null },
        ],
        kms_key: null,
      },
    }),
  ],
  fail: [
    endpointConfig({
      details: {
        variants: [
          { name: 'a', instances: 2 },
          { name: 'b', instances: 1 },
        ],
        kms_key: null,
      },
    }),
  ],
  none: [
    endpointConfig({ details: { variants: [{ name: 'a', instances: null }], kms_key: null } }),
  ],
  unread: [endpointConfig({ details: unread('AccessDeniedException') })],
})
