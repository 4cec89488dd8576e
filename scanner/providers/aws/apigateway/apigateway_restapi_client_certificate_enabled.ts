import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'apigateway_restapi_client_certificate_enabled',
  title: 'REST API stage has a client certificate',
  description:
    'Reads whether each stage has a client certificate, which HTTP backends use to verify that requests come from API Gateway.',
  risk: 'A backend that cannot identify API Gateway accepts direct requests, which bypass API keys, throttling and authorizers.',
  decision:
    'Passes if the stage has a client certificate, and fails if it has none. The integrations of the API, and whether the backend verifies the certificate, are not evaluated. Lambda integrations do not use the certificate.',
  fix: {
    text: 'Generate a client certificate, attach it to the stage, and configure the backend to verify it.',
    console: [
      'Open API Gateway, choose Client certificates, and choose Generate certificate.',
      'Choose the REST API, choose Stages, choose the stage, and edit Stage details.',
      'Under Client certificate, choose the certificate, and choose Save changes.',
      'Add the certificate to the trust store of the backend.',
    ],
    cli: 'aws apigateway update-stage --rest-api-id <api-id> --stage-name <stage> --patch-operations op=replace,path=/clientCertificateId,value=<certificate-id>',
    terraform: `resource "aws_api_gateway_client_certificate" "backend" {
  description = "Shown to the order service"
}

resource "aws_api_gateway_stage" "live" {
  rest_api_id           = aws_api_gateway_rest_api.orders.id
  deployment_id         = aws_api_gateway_deployment.orders.id
  stage_name            = "live"
  client_certificate_id = aws_api_gateway_client_certificate.backend.id
}`,
  },
  source:
    'https://docs.aws.amazon.com/apigateway/latest/developerguide/getting-started-client-side-ssl-authentication.html',
  over: 'stages',
  needs: [],
  judge: ({ name, client_certificate: certificate }) =>
    certificate === null
      ? fail(`The stage ${name} has no client certificate.`)
      : pass(`The stage ${name} has the client certificate ${certificate}.`),
})
