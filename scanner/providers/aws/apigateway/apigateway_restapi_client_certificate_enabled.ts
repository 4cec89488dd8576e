import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'apigateway_restapi_client_certificate_enabled',
  title: 'Stage of a REST API shows its backend a client certificate',
  description:
    'Reads whether each stage has a client certificate by which an HTTP backend can tell that the call comes from API Gateway.',
  risk: 'A backend that cannot tell API Gateway from anyone else answers whoever finds its address, past keys, limits and authorizers.',
  decision:
    'Passes when the stage names a client certificate, and fails when it names none. Which integrations the API has, and whether the backend asks for the certificate, is not looked at; with Lambda behind it no certificate is used.',
  fix: {
    text: 'Generate a client certificate, attach it to the stage, and let the backend ask for it.',
    console: [
      'Open API Gateway, choose Client certificates, and choose Generate certificate.',
      'Choose the REST API, then Stages and the stage, and edit Stage details.',
      'Choose the certificate under Client certificate, then choose Save changes.',
      'Put the certificate into the trust store of the backend.',
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
      ? fail(`The stage ${name} shows its backend no client certificate.`)
      : pass(`The stage ${name} shows its backend the certificate ${certificate}.`),
})
