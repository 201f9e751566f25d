/** The three channels of one shop; Login and Messaging stand under one provider, so ids agree. */
export const channels = {
  login: { id: '2007000001', secret: '5d0c9a4f3b1e4d6c8a7f2b1c0d9e8f70' },
  /** An application of the Login channel that opens the shop inside LINE. */
  liff: { id: '2007000001-TryOut00' },
  messaging: {
    id: '2007000002',
    secret: '8f1e2d3c4b5a69788796a5b4c3d2e1f0',
    accessToken: 'try-out+token/of+the+official+account==',
    /** The user id of the official account itself. */
    botId: 'Ub0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0',
    basicId: '@minmin',
    name: 'MinMin 團購',
  },
  pay: { id: '1656000003', secret: 'a917ab6a2367b536f8e5a6e2977e06f4' },
} as const
