// The port of a key management service, and the settings of each kind.

export type Kms = {
  /**
   * Returns the key encrypted by the newest version of the service's key. The result is bound to
   * `context`. Throws as `unwrap` does.
   */
  wrap(key: Buffer, context: string): Promise<string>;
  /**
   * Returns the wrapped key. Throws KmsRefused if the service answers that it cannot or may not,
   * and KmsUnreachable if it does not answer.
   */
  unwrap(wrapped: string, context: string): Promise<Buffer>;
};

export type KmsSettings = { timeoutMs?: number } & (
  | { kind: 'vault'; url: string; key: string; mount: string; token: string; namespace?: string }
  | {
      kind: 'aws';
      url: string;
      key: string;
      region: string;
      keyId: string;
      secret: string;
      sessionToken?: string;
    }
  | {
      kind: 'gcp';
      url: string;
      /** `projects/…/locations/…/keyRings/…/cryptoKeys/…` */
      key: string;
      /** The key of a service account; null asks the metadata server of the machine. */
      account: GcpAccount | null;
      metadataUrl?: string;
    }
);

export type GcpAccount = { email: string; privateKey: string; tokenUrl: string };
export type KmsSettingsOf<K extends KmsSettings['kind']> = Extract<KmsSettings, { kind: K }>;
