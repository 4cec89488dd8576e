export { slackLimits } from './limits.ts'
export { renderDigest, type SlackBlock, type SlackContent } from './rendering.ts'
export {
  channels,
  postDigest,
  type SlackAccess,
  type SlackChannel,
  type SlackMessage,
  type SlackPost,
  type SlackTeam,
  testConnection,
  updateDigest,
} from './slack.ts'
