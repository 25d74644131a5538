// Package pages asks the system for large pages of memory behind tables that are looked
// into all over: with pages of 4 KB nearly every look would miss the translation of its
// address as well.
package pages
