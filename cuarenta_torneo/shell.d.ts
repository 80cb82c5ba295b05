/** What the server writes in front of the service worker: every file by its address, with the digest it must have. */
declare const SHELL: {
  version: string;
  home: string;
  app: Record<string, string>;
  engine: Record<string, string>;
};
