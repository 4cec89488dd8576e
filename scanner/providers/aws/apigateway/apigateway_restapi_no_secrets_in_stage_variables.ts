import { fail, pass } from '../../../kit/index.ts'
import { matches } from '../policy/index.ts'
import { check } from './resources.ts'

const ignored: readonly string[] = []

export default check({
  id: 'apigateway_restapi_no_secrets_in_stage_variables',
  title: 'Stage variables hold no secrets',
  description:
    'Looks at names and values of the variables of each stage for what looks like a secret; only the names are kept.',
  risk: 'Stage variables are shown to everyone who may read the API’s settings, and are passed on to integrations and their logs.',
  decision:
    'Fails when a value has the shape of a key, a token, or an address or settings with a password (`password=`, `pwd=`), or when a name such as PASSWORD, TOKEN or SECRET has a value that looks drawn by chance. Passes when none does; a secret of another shape is not seen. Names that fit a pattern in `secrets_ignore_patterns`, where * is any text, are left out; none is unless configured. Nothing is tried out with any service. Headers and templates of integrations are not looked at.',
  fix: {
    text: 'Let the integration fetch secrets from Secrets Manager, remove them from the stage, and replace them.',
    console: [
      'Open AWS Secrets Manager and store the value as a secret that the integration may read.',
      'Open API Gateway, choose the REST API, then Stages and the stage.',
      'On the tab Stage variables choose Manage variables, remove the value, then choose Save.',
      'Change the secret itself, because it has been readable.',
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
          `The variables of the stage ${name} seem to hold secrets: ${found.slice(0, 10).join(', ')}.`,
        )
      : pass(`The stage ${name} has no variable that looks like a secret.`)
  },
})
