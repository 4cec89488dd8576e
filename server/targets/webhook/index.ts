export { webhookLimits } from './limits.ts'
export { type DigestData, digestData } from './rendering.ts'
export { isWebhookSecret } from './signature.ts'
export {
  deliver,
  testConnection,
  type WebhookAccess,
  type WebhookEvent,
} from './webhook.ts'
