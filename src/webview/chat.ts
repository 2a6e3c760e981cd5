/** The chat panel's page; filled by the chat view. */
export {};
