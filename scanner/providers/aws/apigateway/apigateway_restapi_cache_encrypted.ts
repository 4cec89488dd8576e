import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'apigateway_restapi_cache_encrypted',
  title: 'Stage of a REST API encrypts its cache',
  description:
    'Reads whether answers that a stage caches are encrypted, for all methods that it caches.',
  risk: 'Answers to one customer lie readable in a cache that outlives the call by minutes or an hour.',
  decision:
    'Fails when caching is on for a method, or for all, and encryption of the cache is not. Passes when all that is cached is encrypted. Stages without a cache cluster, and those that cache no method, give no finding.',
  fix: {
    text: 'Turn on encryption of the cache for every cached method.',
    console: [
      'Open API Gateway, choose the REST API, then Stages and the stage.',
      'Under Stage details choose Edit, and find Additional cache settings.',
      'Turn on Encrypt cache data, then choose Save changes; do the same in methods with settings of their own.',
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
      ? fail(`The stage ${name} caches answers unencrypted for ${open.slice(0, 10).join(', ')}.`)
      : pass(`The stage ${name} encrypts what it caches.`)
  },
})
