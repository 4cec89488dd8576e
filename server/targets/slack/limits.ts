/** Slack's limits, as its documentation has them. Texts are counted in UTF-16 code units, after they are escaped. */
export const slackLimits = {
  /** Messages of one channel. Short bursts are let through; nothing documents how short. */
  rate: { perSecond: 1, burst: 3 },
  /** The text beside the blocks, which notifications show. */
  text: 40_000,
  blocks: 50,
  section: 3_000,
  header: 150,
  /** Of all blocks together: nothing documents it; 9,600 were taken and 11,300 refused. */
  message: 9_000,
  /** Channels of one page; larger pages are answered slowly. */
  page: 200,
  maxChannels: 5_000,
} as const
