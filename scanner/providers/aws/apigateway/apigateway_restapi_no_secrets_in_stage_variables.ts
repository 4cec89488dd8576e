import { fail, pass } from '../../../kit/index.ts'
import { matches } from '../policy/index.ts'
import { check } from './resources.ts'

const ignored: readonly string[] = []

export default check({
  id: 'apigateway_restapi_no_secrets_in_stage_variables',
  title: 'REST API stage has no secrets in stage variables',
  description:
    'Searches the names and values of the variables of each stage for potential secrets. Only the names are stored.',
  risk: 'Stage variables are visible to everyone who can read the API settings, and are passed to integrations and their logs.',
  decision:
    'Fails if a value has the format of a key, a token, or an address or settings with a password (`password=`, `pwd=`). Also fails if a variable with a name such as PASSWORD, TOKEN or SECRET has a random-looking value. Passes if none does; secrets in other formats are not detected. Names that match a pattern in `secrets_ignore_patterns` (none by default), where * is any text, are ignored. Values are not tested against any service. Headers and templates of integrations are not evaluated.',
  fix: {
    text: 'Let the integration read secrets from Secrets Manager, remove them from the stage, and rotate them.',
    console: [
      'Open AWS Secrets Manager and store the value as a secret that the integration can read.',
      'Open API Gateway, choose the REST API, choose Stages, and choose the stage.',
      'On the Stage variables tab, choose Manage variables, remove the value, and choose Save.',
      'Rotate the secret, because it was exposed.',
    ],
    cli: 'aws apigateway update-stage --rest-api-id <api-id> --stage-name <stage> --patch-operations op=remove,path=/variables/<variable>',
    terraform: `resource "aws_api_gateway_stage" "live" {
  rest_api_id   = aws_api_gateway_rest_api.orders.id
  deployment_id = aws_api_gateway_deployment.orders.id
  stage_name    = "live"
  variables     = { secretName = aws_secretsmanager_secret.backend.name }
}`,
  },
  source: 'https://docs.aws.amazon.com/apigateway/latest/developerguide/stage-variables.html',
  over: 'stages',
  needs: [],
  config: { secrets_ignore_patterns: ignored },
  judge: ({ name, suspects }, { config }) => {
    const found = suspects
      .filter((it) => !config.secrets_ignore_patterns.some((one) => matches(one, it.name)))
      .map((it) => `${it.name} (${it.seems})`)
    return found.length > 0
      ? fail(
          `The variables of the stage ${name} appear to contain secrets: ${found.slice(0, 10).join(', ')}.`,
        )
      : pass(`The stage ${name} has no variable that appears to contain a secret.`)
  },
})
