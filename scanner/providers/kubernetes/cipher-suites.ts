/** Suites of TLS 1.3, and suites of TLS 1.2 with authenticated encryption and forward secrecy. */
export const strongCipherSuites: readonly string[] = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  ...['ECDSA', 'RSA'].flatMap((by) =>
    [
      'AES_128_GCM_SHA256',
      'AES_256_GCM_SHA384',
      'CHACHA20_POLY1305',
      'CHACHA20_POLY1305_SHA256',
    ].map((suite) => `TLS_ECDHE_${by}_WITH_${suite}`),
  ),
]
