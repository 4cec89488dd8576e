import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { collect } from './collect.ts'
import functionEnvVarsNotEncryptedWithCmk from './awslambda_function_env_vars_not_encrypted_with_cmk.ts'
import functionInsideVpc from './awslambda_function_inside_vpc.ts'
import functionInvokeApiOperationsCloudtrailLoggingEnabled from './awslambda_function_invoke_api_operations_cloudtrail_logging_enabled.ts'
import functionNoDeadLetterQueue from './awslambda_function_no_dead_letter_queue.ts'
import functionNoSecretsInVariables from './awslambda_function_no_secrets_in_variables.ts'
import functionNotPubliclyAccessible from './awslambda_function_not_publicly_accessible.ts'
import functionUrlCorsPolicy from './awslambda_function_url_cors_policy.ts'
import functionUrlPublic from './awslambda_function_url_public.ts'
import functionUsingSupportedRuntimes from './awslambda_function_using_supported_runtimes.ts'
import functionVpcMultiAz from './awslambda_function_vpc_multi_az.ts'
import type { Lambda } from './resources.ts'

export default service<Lambda, Aws>({
  name: 'awslambda',
  scope: 'regional',
  kinds: {
    functions: {
      list: ['lambda:ListFunctions'],
      fields: {
        vpc_id: [],
        // Part of the list, which contains an error for callers who may not decrypt them.
        variables: [],
        suspects: [],
        policy: ['lambda:GetPolicy'],
        urls: ['lambda:ListFunctionUrlConfigs'],
        zones: ['ec2:DescribeSubnets'],
        recorded_by: [
          'cloudtrail:DescribeTrails',
          'cloudtrail:GetTrailStatus',
          'cloudtrail:GetEventSelectors',
        ],
      },
      cap: 'max_lambda_functions',
    },
  },
  collect,
  checks: [
    functionEnvVarsNotEncryptedWithCmk,
    functionInsideVpc,
    functionInvokeApiOperationsCloudtrailLoggingEnabled,
    functionNoDeadLetterQueue,
    functionNoSecretsInVariables,
    functionNotPubliclyAccessible,
    functionUrlCorsPolicy,
    functionUrlPublic,
    functionUsingSupportedRuntimes,
    functionVpcMultiAz,
  ],
})
