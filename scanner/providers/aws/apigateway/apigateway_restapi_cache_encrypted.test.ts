import { verify } from '../../../kit/verify.ts'
import check from './apigateway_restapi_cache_encrypted.ts'
import { settings, stage } from './worlds.ts'

const caching = (encrypted: boolean) => settings({ caching: true, cache_encrypted: encrypted })

verify(check, {
  pass: [stage({ cache_cluster: true, settings: [caching(true)] })],
  fail: [stage({ cache_cluster: true, settings: [settings(), caching(false)] })],
  none: [stage({ settings: [caching(false)] }), stage({ cache_cluster: true })],
})
