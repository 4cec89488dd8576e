import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'apigateway_restapi_cache_encrypted',
  title: 'REST API stage encrypts its cache',
  description: 'Reads whether each stage encrypts cached responses for all methods that it caches.',
  risk: 'Cached customer responses are stored unencrypted for minutes or up to an hour after the request.',
  decision:
    'Fails if caching is enabled for one or all methods and cache encryption is not. Passes if all cached data is encrypted. Stages without a cache cluster and stages that cache no method give no finding.',
  fix: {
    text: 'Enable cache encryption for every cached method.',
    console: [
      'Open API Gateway, choose the REST API, choose Stages, and choose the stage.',
      'Under Stage details, choose Edit, and find Additional cache settings.',
      'Turn on Encrypt cache data, and choose Save changes. Repeat this for methods that override the stage settings.',
    ],
    cli: "aws apigateway update-stage --rest-api-id <api-id> --stage-name <stage> --patch-operations 'op=replace,path=/*/*/caching/dataEncrypted,value=true'",
    terraform: `resource "aws_api_gateway_method_settings" "all" {
  rest_api_id = aws_api_gateway_rest_api.orders.id
  stage_name  = aws_api_gateway_stage.live.stage_name
  method_path = "*/*"

  settings {
    caching_enabled      = true
    cache_data_encrypted = true
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/apigateway/latest/developerguide/data-protection-encryption.html',
  links: ['https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-caching.html'],
  over: 'stages',
  needs: [],
  judge: ({ name, cache_cluster: cluster, settings }) => {
    const cached = settings.filter(({ caching }) => caching)
    if (!cluster || cached.length === 0) return []
    const open = cached.filter((it) => !it.cache_encrypted).map(({ method }) => method)
    return open.length > 0
      ? fail(`The stage ${name} caches responses unencrypted for ${open.slice(0, 10).join(', ')}.`)
      : pass(`The stage ${name} encrypts all cached responses.`)
  },
})
